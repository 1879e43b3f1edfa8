import { ListLayout, Rect } from 'react-aria-components';

/**
 * Lays out one below the other. The library asks for more than is seen, to the sides too, and takes its whole request as
 * laid out when its area is larger than the content's: with a page arriving, the row that End goes to was then left out,
 * and focus with it (adobe/react-spectrum#10129). No row is wider than the list, so nothing beside it is asked for.
 */
export class RowLayout extends ListLayout<object> {
  protected override layoutIfNeeded(rect: Rect): void {
    super.layoutIfNeeded(new Rect(0, rect.y, this.contentSize.width, rect.height));
  }
}
