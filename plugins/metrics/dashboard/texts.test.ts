import { columns } from '@svc/plugin-metrics/columns'
import { gpuColumns } from '@svc/plugin-metrics/gpu-columns'
import { describe, expect, it } from 'vitest'
import en from '../locales/en.json'
import zh from '../locales/zh.json'

const charts = columns.flatMap(({ chart }) => (chart ? [chart] : []))
const titles = [
  ...charts.flatMap((chart) => ('devices' in chart ? [chart.chart, `${chart.chart}Of`] : [chart.chart])),
  ...gpuColumns.flatMap(({ chart }) => (chart ? [chart.chart] : [])),
]
const lines = charts.flatMap((chart) => ('devices' in chart ? chart.devices.map(({ line }) => line) : [chart.line]))

describe.each([
  ['English', en],
  ['Chinese', zh],
])('in %s', (_, texts) => {
  it.each([...new Set(titles)])('the chart %s has a title', (title) => {
    expect(texts.chart).toHaveProperty(title)
  })

  it.each([...new Set(lines)])('the line %s has a name', (line) => {
    expect(texts.line).toHaveProperty(line)
  })
})
