/** A code as words, for what nobody gave a text: `server_id` is `Server id`. */
export function words(code: string): string {
  const text = code.replace(/[._-]+/g, ' ').trim()
  return text.charAt(0).toUpperCase() + text.slice(1)
}
