import type * as zod from 'zod'

/** How sentences begin that Zod makes itself; others are of the author of the schema, who knows better. */
const made = /^(?:Too (?:small|big)|Invalid (?:input|option))\b/

const kinds: Readonly<Record<string, string>> = { string: 'Characters', array: 'Entries', set: 'Entries' }

/** The key of a text about what is wrong, and the number in it. */
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

/** What is wrong in the words of the host, where it has some; `{n}` in them is the limit. Else as the schema says it. */
export function problemText(issue: zod.core.$ZodIssue, textOf: (key: string) => string | undefined): string {
  const [key, limit] = (made.test(issue.message) ? keyOf(issue) : undefined) ?? []
  const text = key === undefined ? undefined : textOf(key)
  return text?.replace('{n}', String(limit)) ?? issue.message
}
