/** The style sheets of the dashboard at `server`, so that the widget is seen in its colours; none when it is not there. */
export async function styleSheetsOf(server: URL): Promise<string[]> {
  try {
    const answer = await fetch(new URL('/', server), { redirect: 'manual', signal: AbortSignal.timeout(3000) })
    const html = answer.ok ? await answer.text() : ''
    const links = html.match(/<link\b[^>]*\brel="stylesheet"[^>]*>/g) ?? []
    return links.flatMap((link) => /\bhref="(\/assets\/[\w.-]+\.css)"/.exec(link)?.[1] ?? [])
  } catch {
    return []
  }
}
