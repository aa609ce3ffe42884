import { readFileSync } from 'node:fs'

const { version: own } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

/** The version of this agent as reported in `SystemInfo`: SemVer without `v`. */
export const version: string = own
