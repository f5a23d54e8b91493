// Components that are drawn again only if their properties have changed. A function differs from every other one.
import {Component, type ComponentType} from 'preact';
import {jsonEqual} from '../../protocol/json_equal';

export function memo<Props extends object>(Drawn: ComponentType<Props>): ComponentType<Props> {
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Readonly<Props>): boolean {
      return !jsonEqual(next, this.props);
    }

    override render() {
      return <Drawn {...this.props} />;
    }
  };
}
