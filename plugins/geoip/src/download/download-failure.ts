import type { DownloadError } from '../geoip-schema.ts'

/** A failed download; the message is safe to show. */
export class DownloadFailure extends Error {
  readonly kind: DownloadError

  constructor(kind: DownloadError, message: string) {
    super(message)
    this.name = 'DownloadFailure'
    this.kind = kind
  }
}
