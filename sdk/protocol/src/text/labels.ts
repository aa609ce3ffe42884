const labels = new Map([
  ['BAD_REQUEST', 'Bad request'],
  ['UNAUTHORIZED', 'Unauthorized'],
  ['FORBIDDEN', 'Forbidden'],
  ['NOT_FOUND', 'Not found'],
  ['REQUEST_TIMEOUT', 'Request timeout'],
  ['CONFLICT', 'Conflict'],
  ['VALIDATION_ERROR', 'Validation error'],
  ['TOO_MANY_REQUESTS', 'Too many requests'],
  ['INTERNAL_ERROR', 'Internal error'],
])

/** The message of a response: generic codes have a label before the sentence, as the REST contract requires. */
export function labeledMessage(code: string, sentence: string | undefined): string {
  const label = labels.get(code)
  return label && sentence ? `${label}: ${sentence}` : (label ?? sentence ?? code)
}

/** The sentence in the message of a response: the message without the label of its code. */
export function withoutLabel(code: string, message: string): string {
  const label = labels.get(code)
  return label && message.startsWith(`${label}: `) ? message.slice(label.length + 2) : message
}
