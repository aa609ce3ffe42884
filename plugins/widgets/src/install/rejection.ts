import { badRequest } from '@svc/plugin-sdk'

/** Why something is not installed; nothing of it is stored. */
export const rejection = (sentence: string) => badRequest(sentence)
