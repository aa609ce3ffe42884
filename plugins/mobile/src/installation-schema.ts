import { Type } from '@sinclair/typebox'

/** Longer than what is accepted: the exact rules are for texts of a bearable length. */
const bounded = { maxLength: 512 }

export const InstallationId = Type.String(bounded)
export const DeviceName = Type.String(bounded)
