import type { DownloadError } from '../geoip-schema.ts'

/** Why a download gave no database, as a sentence that may be shown. */
export class DownloadFault extends Error {
  readonly kind: DownloadError

  constructor(kind: DownloadError, message: string) {
    super(message)
    this.name = 'DownloadFault'
    this.kind = kind
  }
}
