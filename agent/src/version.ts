import { readFileSync } from 'node:fs'

const { version: packageVersion } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

/** The version of this agent (SemVer without `v`). */
export const version: string = packageVersion
