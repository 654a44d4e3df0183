import { productListModel } from '../models/product-list.model.ts';
import { modelTests } from '../support/model/model-tests.ts';

modelTests(productListModel);
