import { Button, saveFile, toCsv, useT } from '@svc/dashboard-sdk'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'

/** Exports all pages of a list as CSV. */
export function CsvButton(props: {
  /** without extension */
  name: string
  disabled: boolean
  /** the first row is the header */
  rows: () => readonly (readonly string[])[]
}): ReactNode {
  const t = useT()
  return (
    <Button
      disabled={props.disabled}
      title={t('accounts.exportHint')}
      onClick={() => saveFile(`${props.name}.csv`, 'text/csv;charset=utf-8', toCsv(props.rows()))}
    >
      <Download aria-hidden />
      {t('accounts.export')}
    </Button>
  )
}
