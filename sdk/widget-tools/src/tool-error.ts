/** Something its author can put right; told without a stack. */
export class ToolError extends Error {
  override name = 'ToolError'
}
