import { type ServiceRef, service } from '@svc/plugin-sdk'

export type { Note } from './note-schema.js'

export interface Notes {
  count(): number
}

/** The notes, for other plugins. */
export const mobileNotes: ServiceRef<Notes> = service('mobile.notes')
