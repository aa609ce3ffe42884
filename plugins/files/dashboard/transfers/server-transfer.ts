import type { CodedText } from '@svc/protocol/text'

/** A transfer as the server reports it. */
export interface ServerTransfer {
  readonly transfer_id: string
  readonly server_id: string
  readonly direction: 'download' | 'upload'
  readonly file_path: string
  /** bytes; null until known */
  readonly file_size: number | null
  readonly bytes_transferred: number
  readonly bytes_per_second: number
  readonly status: 'pending' | 'in_progress' | 'ready' | 'failed' | 'cancelled'
  readonly error: string | null
  readonly error_text: CodedText | null
}
