import { t } from '#kit/web/language.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Icon } from '#kit/web/ui/icon.tsx'
import type { StationPlace as Place } from '../../address-contract.ts'
import { say } from '../../copy.ts'

/** Where a station is, to read out, copy, or find on a map. */
export function StationPlace({ of: place }: { of: Place }) {
  const address = addressOf(place)
  const map = mapOf(place, address)
  const { clipboard } = navigator as { clipboard?: Clipboard }
  const copy = async (to: Clipboard) => {
    await to.writeText(address)
    toast.success({ title: t(say.addressCopied) })
  }
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-muted">
      <span className="min-w-0 wrap-anywhere">{address}</span>
      {clipboard && (
        <IconButton
          icon="copy"
          label={t(say.copyAddress)}
          onPress={() => void copy(clipboard)}
          className="print:hidden"
        />
      )}
      <a
        href={map}
        target="_blank"
        rel="noreferrer"
        className="flex min-h-6 items-center gap-1 text-ours underline print:hidden"
      >
        <Icon name="place" />
        {t(say.onMap)}
      </a>
    </p>
  )
}

/** From the building outwards, as in a letter. */
const addressOf = ({ name, address, municipality, county }: Place) =>
  [name, address, municipality, county].filter((part) => part !== '').join(', ')

/** By its coordinates where they are known; otherwise whatever the map finds for its address. */
function mapOf({ latitude, longitude, address, municipality, county }: Place, whole: string) {
  const map = 'https://www.openstreetmap.org'
  if (latitude !== null && longitude !== null)
    return `${map}/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
  const street = [address, municipality, county].filter((part) => part !== '').join(', ')
  return `${map}/search?query=${encodeURIComponent(address === '' ? whole : street)}`
}
