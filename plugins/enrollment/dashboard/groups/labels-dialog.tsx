import { Dialog, Tabs, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useState } from 'react'
import { TagsPanel } from '../tags/tags-panel.tsx'
import { GroupsPanel } from './groups-panel.tsx'

/** Manages the groups and tags of the fleet. */
export function LabelsDialog({ onClose, onTag }: { onClose: () => void; onTag: (tag: string) => void }): ReactNode {
  const t = useT()
  const [tab, setTab] = useState<'groups' | 'tags'>('groups')
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('labels.title')}>
      <Tabs
        value={tab}
        onChange={setTab}
        label={t('labels.title')}
        tabs={[
          { value: 'groups', label: t('groups.title'), content: <GroupsPanel /> },
          { value: 'tags', label: t('tags.title'), content: <TagsPanel onTag={onTag} /> },
        ]}
      />
    </Dialog>
  )
}
