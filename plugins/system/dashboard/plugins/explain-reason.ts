/** A text key and its values. */
export interface Explanation {
  /** key below `plugins.why`; `other` shows the server's message */
  readonly key: string
  readonly values: Readonly<Record<string, string>>
}

/** Text keys for the reasons that the server reports. */
const patterns: readonly (readonly [key: string, pattern: RegExp])[] = [
  ['sdk', /^needs plugin SDK (?<range>.+); this program has (?<version>.+)$/],
  ['needs', /^needs (?<service>[\w.-]+)$/],
  ['offers', /^offers (?<service>[\w.-]+), which (?<other>.+) already offers$/],
  ['cycle', /^is part of a cycle: (?<circle>.+)$/],
  ['import', /^it cannot be imported: (?<error>[\s\S]+)$/],
  ['entry', /^its default export is not the plugin (?<id>[\w-]+): (?<error>[\s\S]+)$/],
  ['migration', /^migration (?<name>[\w-]+) failed: (?<error>[\s\S]+)$/],
  ['setup', /^setup\(\) failed: (?<error>[\s\S]+)$/],
  ['route', /^route (?<route>\S+ \S+) belongs to (?<other>[\w-]+)$/],
  ['ready', /^ready\(\) failed: (?<error>[\s\S]+)$/],
  ['slow', /^(?:setup|ready)\(\) timed out after (?<seconds>[\d.]+) s$/],
  ['taken', /^its id (?<id>.+) is taken by (?<other>.+)$/],
  ['manifest', /^its package\.json is not a plugin manifest: (?<error>[\s\S]+)$/],
  ['unreadable', /^its package\.json cannot be read: (?<error>[\s\S]+)$/],
  ['range', /^its package\.json names no valid svc\.sdk range, such as (?<example>\S+)$/],
  ['near', /^its id (?<id>[\w-]+) begins like (?<other>[\w-]+), whose tables it would claim/],
  ['waits', /^version (?<version>\S+) is installed; restart the server to use it$/],
  ['locked', /^plugins\.disabled in the configuration$/],
  ['absent', /^its package is not installed; its data is kept$/],
]

/** Finds the text for a reason. Unknown reasons are shown as they are. */
export function explainReason(reason: string): Explanation {
  for (const [key, pattern] of patterns) {
    const match = pattern.exec(reason)
    if (match) return { key, values: { ...match.groups } }
  }
  return { key: 'other', values: { reason } }
}
