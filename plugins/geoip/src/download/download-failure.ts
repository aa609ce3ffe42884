import { CodedError, type CodedText } from '@svc/plugin-sdk'
import type { DownloadError } from '../geoip-schema.ts'

/** A failed download. */
export class DownloadFailure extends CodedError {
  readonly kind: DownloadError

  constructor(kind: DownloadError, text: CodedText) {
    super(text)
    this.kind = kind
  }
}
