/** Fallback text for a code: `server_id` becomes `Server id`. */
export function humanize(code: string): string {
  const text = code.replace(/[._-]+/g, ' ').trim()
  return text.charAt(0).toUpperCase() + text.slice(1)
}
