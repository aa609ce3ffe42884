import { DeleteDialog, useFormat, useServerNames, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import type { Recording } from '../../src/recordings/recording-schema.ts'
import { recordingPath, recordingsPath } from './paths.ts'

/** Confirms and deletes a recording. */
export function DeleteRecording(props: {
  recording: Recording
  onDeleted?: () => void
  onClose: () => void
}): ReactNode {
  const { recording, onClose, onDeleted = () => {} } = props
  const t = useT()
  const format = useFormat()
  const names = useServerNames()
  const server = names.get(recording.server_id) ?? recording.server_id
  return (
    <DeleteDialog
      path={recordingPath(recording.id)}
      invalidates={[recordingsPath]}
      title={t('recordings.deleteTitle')}
      description={t('recordings.deleteText', { server, at: format.dateTime(recording.started_at) })}
      action={t('recordings.delete')}
      done={t('recordings.deleted')}
      onDeleted={onDeleted}
      onClose={onClose}
    />
  )
}
