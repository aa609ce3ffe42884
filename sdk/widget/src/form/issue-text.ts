import type * as zod from 'zod'

/** Matches Zod's default messages; custom messages of the schema take precedence over translations. */
const defaultMessage = /^(?:Too (?:small|big)|Invalid (?:input|option))\b/

const kinds: Readonly<Record<string, string>> = { string: 'Characters', array: 'Entries', set: 'Entries' }

/** The translation key of an issue, and its limit. */
function keyOf(issue: zod.core.$ZodIssue): readonly [key: string, limit?: number | bigint] | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return ['form.missing']
    case 'invalid_value':
      return ['form.choice']
    case 'too_small':
      return issue.inclusive === false ? undefined : [`form.least${kinds[issue.origin] ?? ''}`, issue.minimum]
    case 'too_big':
      return issue.inclusive === false ? undefined : [`form.most${kinds[issue.origin] ?? ''}`, issue.maximum]
    default:
      return undefined
  }
}

/** The host's translation of an issue, with `{n}` replaced by the limit; the message of the schema if there is none. */
export function issueText(issue: zod.core.$ZodIssue, textOf: (key: string) => string | undefined): string {
  const [key, limit] = (defaultMessage.test(issue.message) ? keyOf(issue) : undefined) ?? []
  const text = key === undefined ? undefined : textOf(key)
  return text?.replace('{n}', String(limit)) ?? issue.message
}
