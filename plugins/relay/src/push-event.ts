import { createHash, randomUUID } from 'node:crypto'
import type { CodedText } from '@svc/plugin-sdk'
import type { Category } from './category.ts'

/** Fields of the encrypted content that depend on the kind. */
export type PhoneContent =
  | { readonly kind: 'test' }
  | { readonly kind: 'alert'; readonly alert: AlertContent }
  | {
      readonly kind: 'security'
      readonly server_id: string
      readonly security_event_id: string
      readonly security_event_type: string
    }
  | { readonly kind: 'task_failure' | 'task_success'; readonly task_run: TaskRunContent }
  | { readonly kind: 'upgrade'; readonly upgrade: UpgradeContent }

export interface AlertContent {
  readonly alert_key: string
  readonly status: 'firing' | 'resolved'
  readonly rule_name: string
  readonly server_name: string
}

export interface TaskRunContent {
  readonly task_id: string
  readonly run_id: string
  readonly total: number
  readonly failed: number
  readonly timed_out: number
  readonly offline: number
  readonly denied: number
}

export interface UpgradeContent {
  /** of one server, or null for a roll-out */
  readonly server_id: string | null
  readonly version: string
  readonly total: number
  readonly failed: number
}

/** What a browser shows. */
export interface BrowserContent {
  /** a text that is a string is shown as it is, whatever the language */
  readonly title: CodedText | string
  readonly text: CodedText | string
  /** of the page to open */
  readonly path: string
  /** a later one with the same tag replaces it */
  readonly tag: string
}

/** Something to tell people, before it is encrypted for each of them. */
export interface PushEvent {
  /** lower-case UUID */
  readonly id: string
  readonly category: Category
  /** epoch seconds */
  readonly createdAt: number
  /** undefined: everybody who wants the category */
  readonly userIds?: readonly string[] | undefined
  /** named in it: told to those who may see all of them */
  readonly serverIds: readonly string[]
  readonly phone: PhoneContent
  readonly browser: BrowserContent
}

/** A UUID that is the same for the same text, so that what is queued again after a crash is recognized. */
export function eventIdOf(...parts: readonly (string | number)[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest()
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export const newEventId = randomUUID

const maxName = 120
/** A name in an envelope: 120 characters, without half of one. */
export const shortName = (name: string): string => name.slice(0, maxName).replace(/[\ud800-\udbff]$/, '')
