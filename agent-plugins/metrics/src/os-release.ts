/** Parses os-release: shell assignments with optional quotes. */
export function parseOsRelease(text: string): Readonly<Record<string, string>> {
  const values: Record<string, string> = Object.create(null)
  for (const line of text.split('\n')) {
    const match = /^\s*([A-Z][A-Z0-9_]*)=(.*?)\s*$/.exec(line)
    if (!match?.[1] || match[2] === undefined) continue
    const quoted = /^(["'])(.*)\1$/.exec(match[2])
    values[match[1]] = quoted?.[2] === undefined ? match[2] : quoted[2].replace(/\\([\\"$`])/g, '$1')
  }
  return values
}

/**
 * The OS name, for example `Linux (Debian GNU/Linux 12)`. In a container, the os-release of the host takes precedence if
 * it is mounted.
 */
export function osName(hostRelease: string | null, ownRelease: string | null): string {
  const host = parseOsRelease(hostRelease ?? '')
  if (host.PRETTY_NAME) return `Linux (${host.PRETTY_NAME})`
  const { NAME, VERSION_ID } = parseOsRelease(ownRelease ?? '')
  const name = [NAME, VERSION_ID].filter(Boolean).join(' ')
  return name ? `Linux (${name})` : 'Linux'
}
