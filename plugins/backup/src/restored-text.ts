import { type CodedText, type TextCode, text } from '@svc/plugin-sdk'
import type { Restored } from './restore.ts'

/** What to say of a restore: that it is done, what was left out, and what is still to do. */
export function restoredText(code: TextCode, { former, plugins, skipped }: Restored): CodedText {
  const done = text(code, former === undefined ? {} : { former })
  const withSkipped = skipped.length > 0 ? text('backup.RESTORED_WITHOUT', { done, names: skipped }) : done
  return plugins.length > 0 ? text('backup.RESTORED_PLUGINS', { done: withSkipped, plugins }) : withSkipped
}
