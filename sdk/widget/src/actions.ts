export type { ActionContext, ActionDefinition } from './action.ts'
export { createActionsHelper } from './actions-helper.tsx'
