/** The style sheets of the dashboard at `server`; empty if it is unreachable. */
export async function styleSheetsOf(server: URL): Promise<string[]> {
  try {
    const response = await fetch(new URL('/', server), { redirect: 'manual', signal: AbortSignal.timeout(3000) })
    const html = response.ok ? await response.text() : ''
    const links = html.match(/<link\b[^>]*\brel="stylesheet"[^>]*>/g) ?? []
    return links.flatMap((link) => /\bhref="(\/assets\/[\w.-]+\.css)"/.exec(link)?.[1] ?? [])
  } catch {
    return []
  }
}
