import { Type } from '@sinclair/typebox'

/** Upper bound before the exact rules, which count characters. */
const bounded = { maxLength: 512 }

export const InstallationId = Type.String(bounded)
export const DeviceName = Type.String(bounded)
