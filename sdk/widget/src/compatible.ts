import satisfies from 'semver/functions/satisfies.js'
import validRange from 'semver/ranges/valid.js'

/** The version without its pre-release part, which ranges should ignore. */
const release = (version: string) => version.replace(/[-+].*$/, '')

/** Whether `range` accepts the host SDK version; false for an invalid range. */
export const isCompatible = (host: string, range: string): boolean => satisfies(release(host), range)

/** Whether a text is a semver range; `*` accepts any version. */
export const isRange = (text: string): boolean => text.trim() !== '' && validRange(text) !== null
