import { Button, saveFile, toCsv, useT } from '@svc/dashboard-sdk'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'

/** Saves what is listed, on all pages, as CSV. */
export function CsvButton(props: {
  /** without its ending */
  name: string
  disabled: boolean
  /** the first one names the columns */
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
