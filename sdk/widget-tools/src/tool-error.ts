/** An error the user can fix; printed without a stack trace. */
export class ToolError extends Error {
  override name = 'ToolError'
}
