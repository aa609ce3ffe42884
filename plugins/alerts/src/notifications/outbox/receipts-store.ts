import type { Database } from '@svc/plugin-sdk'

/** How receivers identify the first message of a thread. */
export function receiptsStore(db: Database) {
  const get = db.prepare<[string, string], { receipt: string }>(
    'SELECT receipt FROM alerts_receipts WHERE channel_id = ? AND thread_id = ?',
  )
  const add = db.prepare<[string, string, string, number]>(
    'INSERT INTO alerts_receipts (channel_id, thread_id, receipt, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  )
  return {
    get: (channelId: string, threadId: string) => get.get(channelId, threadId)?.receipt,
    /** The first one stays. */
    add: (channelId: string, threadId: string, receipt: string, now: number) =>
      void add.run(channelId, threadId, receipt, now),
  }
}
export type ReceiptsStore = ReturnType<typeof receiptsStore>
