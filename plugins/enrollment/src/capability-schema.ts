import { type Static, Type } from '@sinclair/typebox'
import { nameSchemas } from '@svc/plugin-sdk'
import { CapabilityTexts, Risk } from '@svc/protocol'

export const CapabilityView = Type.Object({
  name: Type.String(),
  bit: Type.Integer({ description: 'value in capability masks' }),
  risk: Risk,
  default: Type.Boolean({ description: 'on unless the host denies it' }),
  texts: Type.Record(Type.String(), CapabilityTexts, { description: 'by language' }),
})
export type CapabilityView = Static<typeof CapabilityView>

nameSchemas({ CapabilityView })
