import { type CodedText, text } from '@svc/protocol/text'

/*
 * For plugins whose errors are not texts by code yet: `conflict('the name is taken')`, `new ApiError(409, 'TAKEN', 'The name
 * is taken')`. The response carries the sentence and no code of a text. Delete this file with the last such error; what
 * imports it then does without.
 */

const code = 'kernel.SENTENCE'

/** A sentence as a text. */
export const sentence = (words: string): CodedText => text(code, { words })

/** The sentence of a text made by `sentence`. */
export const sentenceOf = (given: CodedText): string | undefined =>
  given.code === code ? String(given.params?.words) : undefined

/** `details` of an error whose fields have sentences. */
export const sentenceDetails = (fields: readonly (CodedText & { readonly field: string })[]): object | undefined =>
  fields.length > 0 && fields.every((one) => sentenceOf(one) !== undefined)
    ? fields.map((one) => ({ field: one.field, rule: sentenceOf(one) }))
    : undefined
