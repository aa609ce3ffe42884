import { Type } from '@sinclair/typebox'

export const config = Type.Object({
  retention: Type.Object({
    docker_events_days: Type.Integer({
      default: 7,
      minimum: 1,
      maximum: 3650,
      description: 'days to keep events of Docker hosts',
    }),
  }),
})
