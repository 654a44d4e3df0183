import { productDetailModel } from '../models/product-detail.model.ts';
import { modelTests } from '../support/model/model-tests.ts';

modelTests(productDetailModel);
