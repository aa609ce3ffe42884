import satisfies from 'semver/functions/satisfies.js'
import validRange from 'semver/ranges/valid.js'

/** The release a version leads to: whether an SDK is a pre-release is not a module's business. */
const release = (version: string) => version.replace(/[-+].*$/, '')

/** Whether a host SDK of version `host` is accepted by a semver `range`; false for what is no range. */
export const isCompatible = (host: string, range: string): boolean => satisfies(release(host), range)

/** Whether a text is a semver range that says something: empty ones and `*` accept any future and promise nothing. */
export const isRange = (text: string): boolean => {
  const range = validRange(text)
  return range !== null && range !== '' && range !== '*'
}
