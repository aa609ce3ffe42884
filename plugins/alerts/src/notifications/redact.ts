import { secretMask } from '@svc/protocol'

const longest = 300
/** Shorter parts of a secret are ordinary words too often, and tell little. */
const shortestPart = 8

/** A secret in every form that an echo could have, and its parts. */
function formsOf(secret: string): string[] {
  const parts = secret.split(/[\s/?&=:;,"'<>]+/).filter((part) => part.length >= shortestPart)
  return [secret, ...parts].flatMap((text) => [text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1)])
}

/** A text from outside that may be shown: without secrets, on one line, and short. */
export function redact(text: string, secrets: readonly string[]): string {
  const forms = [...new Set(secrets.flatMap(formsOf))].filter((form) => form.length >= 4)
  // long ones first, or what is left of them would stay
  forms.sort((a, b) => b.length - a.length)
  const safe = forms.reduce((rest, form) => rest.replaceAll(form, secretMask), text)
  const line = Buffer.from(safe)
    .toString()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  const signs = Array.from(line)
  return signs.length > longest ? `${signs.slice(0, longest).join('')}...` : line
}
