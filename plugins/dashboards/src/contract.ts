export type { Board, BoardFile, BoardWidget, BoardWithWidgets, WidgetInput } from './board-schema.ts'
