/** os-release: shell assignments, values bare or quoted. */
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
 * `Linux (Debian GNU/Linux 12)`. `ofHost` is the os-release of the machine around a container that got to see it; it
 * wins, because the host is what is monitored.
 */
export function osName(ofHost: string | null, own: string | null): string {
  const host = parseOsRelease(ofHost ?? '')
  if (host.PRETTY_NAME) return `Linux (${host.PRETTY_NAME})`
  const { NAME, VERSION_ID } = parseOsRelease(own ?? '')
  const name = [NAME, VERSION_ID].filter(Boolean).join(' ')
  return name ? `Linux (${name})` : 'Linux'
}
