import { Card } from '#kit/web/ui/card.tsx'
import { BarList } from '#kit/web/ui/chart/bar-list.tsx'
import { LineChart } from '#kit/web/ui/chart/line-chart.tsx'

const hours = Array.from({ length: 15 }, (_, index) => `${String(index + 7).padStart(2, '0')}:00`)
const reports = [20, 180, 420, 510, 480, 390, 350, 420, 600, 720, 640, 580, 760, 1240, 1830]
const flagged = [1, 8, 20, 31, 22, 18, 16, 25, 40, 52, 38, 30, 45, 90, 160]

const counties = [
  { key: 'B', label: 'București', value: 1240 },
  { key: 'CJ', label: 'Cluj', value: 730 },
  { key: 'IS', label: 'Iași', value: 412 },
  { key: 'CS', label: 'Caraș-Severin and its longest of all names', value: 38 },
  { key: 'TL', label: 'Tulcea', value: 0 },
]

export function Charts() {
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-3">
      <Card title="Observers" about="Counties with most observers">
        <BarList caption="Observers by county" items={counties} isNumbered />
      </Card>
      <Card title="Flagged" about="Counties with most flagged answers">
        <BarList caption="Flagged answers by county" items={counties} tone="alarm" />
      </Card>
      <Card>
        <LineChart
          title="Reports by hour"
          axis="Hour"
          places={hours}
          lines={[
            { name: 'Reports', tone: 'ours', values: reports },
            { name: 'Flagged', tone: 'alarm', values: flagged },
          ]}
        />
        <LineChart title="Nothing yet" axis="Hour" places={[]} lines={[]} />
      </Card>
    </div>
  )
}
