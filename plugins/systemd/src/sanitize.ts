import { plainText } from '@svc/protocol'
import type { FailedUnit } from './wire.ts'

const maxUnits = 100
const maxTextLength = 256

/** Units that are safe to store and to show: plain texts within limits. */
export const sanitize = (failed: readonly FailedUnit[]): FailedUnit[] =>
  failed.slice(0, maxUnits).map(({ name, description }) => ({
    name: plainText(name, maxTextLength),
    description: plainText(description, maxTextLength),
  }))
