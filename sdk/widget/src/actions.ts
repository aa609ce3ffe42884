export type { ActionContext, ActionDefinition } from './action.js'
export { createActionsHelper } from './actions-helper.js'
