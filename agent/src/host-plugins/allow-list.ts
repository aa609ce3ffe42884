import { FatalError } from '../fatal-error.ts'

/** An entry of `plugins.allow`: a package with exactly this content may run. */
export interface AllowedPackage {
  readonly name: string
  /** in hexadecimal */
  readonly sha256: string
}

const entry = /^((?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*)@sha256:([0-9a-f]{64})$/

export const formatAllowed = ({ name, sha256 }: AllowedPackage): string => `${name}@sha256:${sha256}`

/** Throws `FatalError` for a malformed entry: a typo must not look like a plugin that is not installed. */
export function parseAllowList(entries: readonly string[], location: string): AllowedPackage[] {
  const allowed = entries.map((text) => {
    const [, name, sha256] = entry.exec(text) ?? []
    if (name !== undefined && sha256 !== undefined) return { name, sha256 }
    throw new FatalError(
      `every item of ${location} must be name@sha256:<64 hexadecimal digits>, not "${text.slice(0, 120)}"; ` +
        'svc-agent plugins hash <folder> prints it',
    )
  })
  const names = allowed.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new FatalError(`${location} lists ${twice} twice`)
  return allowed
}
