import { Type } from '@sinclair/typebox'

export const metricsConfig = Type.Object({
  collector: Type.Object({
    /** ask the NVIDIA driver's own tool */
    enable_gpu: Type.Boolean({ default: false }),
    enable_temperature: Type.Boolean({ default: true }),
  }),
})
