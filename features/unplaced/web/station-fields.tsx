import { t } from '#kit/web/language.ts'
import { Choice } from '#kit/web/ui/field/choice.tsx'
import { NumberField } from '#kit/web/ui/field/number-field.tsx'
import { say } from '../copy.ts'
import type { useStationChoice } from './use-station-choice.ts'

/** A station by county, municipality if there are any, and number. */
export function StationFields({
  station,
  onChange,
  counties,
  towns,
}: ReturnType<typeof useStationChoice>) {
  return (
    <>
      <Choice
        // Remount when the names are loaded: the field cannot show its value before. The same below.
        key={`counties-${counties.length}`}
        label={t(say.county)}
        items={counties.map(({ code, name }) => ({ id: code, text: `${code} – ${name}` }))}
        value={station.countyCode}
        onChange={(countyCode) => onChange({ countyCode, municipalityCode: null })}
        isDisabled={counties.length === 0}
        isRequired
      />
      {towns.length > 0 && (
        <Choice
          key={station.countyCode ?? ''}
          label={t(say.municipality)}
          items={towns.map(({ code, name }) => ({ id: code, code, text: name }))}
          value={station.municipalityCode}
          onChange={(municipalityCode) => onChange({ municipalityCode })}
        />
      )}
      <NumberField
        label={t(say.number)}
        value={station.number}
        onChange={(number) => onChange({ number })}
        minValue={0}
        formatOptions={{ useGrouping: false }}
        isRequired
      />
    </>
  )
}
