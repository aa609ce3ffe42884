import { Type } from '@sinclair/typebox'

export const config = Type.Object({
  retention: Type.Object({
    task_results_days: Type.Integer({
      default: 7,
      minimum: 1,
      maximum: 3650,
      description: 'days to keep runs of tasks and their results',
    }),
  }),
})
